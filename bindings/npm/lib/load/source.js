/** Compiles a module from what `init` takes. */
export async function compileSource(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) source = await fetch(source);
  if (typeof Response === "function" && source instanceof Response) {
    if (!source.ok) throw new Error(`cannot load ${source.url}: status ${source.status}`);
    // Servers that give the file another type than `application/wasm` are common.
    return WebAssembly.compile(await source.arrayBuffer());
  }
  return WebAssembly.compile(source);
}
