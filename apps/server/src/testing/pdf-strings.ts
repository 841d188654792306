/**
 * Reads the decoded strings of a key from the objects of a PDF, which are plain text between compressed streams: `ActualText` holds the
 * text of a tagged PDF, as a screen reader reads it.
 */
export function pdfStrings(pdf: Uint8Array, key: string): string[] {
  const text = Buffer.from(pdf).toString('latin1')
  const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  return [...text.matchAll(new RegExp(`/${key} \\(((?:\\\\.|[^\\\\)])*)\\)`, 'gs'))].map((match) => {
    const raw = Buffer.from(
      match[1]!.replaceAll(/\\(.)/gs, (_, character: string) => escapes[character] ?? character),
      'latin1',
    )
    return raw[0] === 0xfe ? raw.subarray(2).swap16().toString('utf16le') : raw.toString('latin1')
  })
}
