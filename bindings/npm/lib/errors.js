/** An error of the library: `code` says what failed, such as `invalid-selector`, and `position` where in the text that has it. */
export class SapwoodError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ start: number, end: number } | null} [position] UTF-16 offsets in the selector, expression or other text
   */
  constructor(code, message, position = null) {
    super(message);
    this.code = code;
    this.position = position;
  }
}
SapwoodError.prototype.name = "SapwoodError";

/** The error of an argument that has the wrong type or value. */
export const invalidArgument = (message) => new SapwoodError("invalid-argument", message);
