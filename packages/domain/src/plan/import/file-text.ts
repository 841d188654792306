/**
 * The text of a file as programs write it: UTF-8, or UTF-16 by its mark or by the first letter, which in JSON is a
 * plain one, else the letters of Windows. Names keep their accents, whichever program saved them.
 */
export function textOfFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
