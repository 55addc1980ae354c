/** Offsets in UTF-16 code units by those in UTF-8; `null` if they are equal, because the text is ASCII. */
export function unitsByByte(text) {
  if (!/[^\x00-\x7f]/.test(text)) return null;
  const units = new Uint32Array(new TextEncoder().encode(text).length + 1);
  let byte = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : isPair ? 4 : 3;
    units.fill(at, byte, byte + size);
    byte += size;
    if (isPair) at += 1;
  }
  units[byte] = text.length;
  return units;
}
