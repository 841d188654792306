/** Files that are mistaken for a seat plan, recognised by their beginning, and what to do with them. */
export type ForeignFile = { readonly kind: string; readonly way: string }

const draw = 'It doesn’t say which seat is which: draw the plan over it, in the pretix editor for instance'
const unpack = 'Unpack it and open the plan inside'
const list = 'Give it a first line with the names of its columns, among them x and y: area, row, number, x, y'

/** Signatures as `textOfFile` reads them: bytes that are no UTF-8 become the letters of Windows-1252. */
const kinds: readonly (readonly [begin: RegExp, kind: string, way: string])[] = [
  [/^(‰PNG|ÿØÿ|GIF8|RIFF[^]{4}WEBP|BM[^]{4}\0{4})/, 'a picture', draw],
  [/^%PDF-/, 'a PDF', draw],
  [
    /^PK[^]{0,4000}(\[Content_Types\]\.xml|xl\/|word\/)|^ÐÏ\p{Cc}à/u,
    'an office document',
    'Save the table as text, then bring its lines into a JSON list',
  ],
  [/^(PK\p{Cc}\p{Cc}|\p{Cc}‹|7z¼¯|Rar!)/u, 'an archive', unpack],
  [/^(AC10\d\d|\s*0\r?\n\s*SECTION\b|AutoCAD)/, 'a technical drawing', draw],
  [/^\s*<(!DOCTYPE html|html|head|body)\b/i, 'a web page', 'Take the plan itself, not the page that shows it'],
  [/^\s*</, 'XML', 'Export the plan as JSON'],
]

/** Whether a text is a drawing in SVG, after what programs write before it: comments, and a document type with entities. */
export const isSvg = (text: string): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]*\?>)?(?:<!--[^]*?-->|<!DOCTYPE svg(?:\[[^\]]*\]|[^>[])*>|\s)*<(?:\w+:)?svg[\s/>]/i.test(text.slice(0, enough))

/** Number of characters that identify the type of a file. */
const enough = 8_000

/** The type of a file that is not JSON, by its first characters; undefined if unknown. */
export function foreignFile(text: string): ForeignFile | undefined {
  const begin = text.slice(0, enough)
  const match = kinds.find(([looks]) => looks.test(begin))
  if (match) return { kind: match[1], way: match[2] }
  if (isTable(begin)) return { kind: 'a table', way: list }
  return isBinary(begin) ? { kind: 'no text at all', way: 'Export the plan as JSON, or save it as text' } : undefined
}

/** Whether more than 1 % of the characters occur in no text. */
const isBinary = (begin: string): boolean => (begin.match(/[^\P{Cc}\s]|\uFFFD/gu)?.length ?? 0) > begin.length / 100

/** Lines with as many commas, semicolons or tabs as the first of them. */
function isTable(begin: string): boolean {
  const [head = '', ...lines] = begin.split(/\r?\n/, 4).filter((line) => line !== '')
  return (
    !/^\s*[[{/]/.test(head) &&
    [',', ';', '\t'].some((separator) => {
      const columns = head.split(separator).length
      return columns > 1 && lines.every((line) => line.split(separator).length >= columns)
    })
  )
}
