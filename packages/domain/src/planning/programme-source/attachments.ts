import type { ProductionImage } from '../../season/season.ts'
import { type Cell, type RawSheet, textOfCell } from '../programme-file/index.ts'
import type { Attachment, Source, SourceNote } from './source.ts'

/** The name of a file without folders, in lower case: so cells name it. */
export const nameOfFile = (path: string): string => path.replace(/^.*[\\/]/, '').toLowerCase()

/** The name of a file without folders and ending. */
export const stemOfFile = (path: string): string => nameOfFile(path).replace(/\.[^.]*$/, '')

type Upload = Pick<ProductionImage, 'id' | 'width' | 'height'>

/** Sheets with a column of images. */
const illustrated: ReadonlySet<string> = new Set(['productions', 'pictures'])
const normal = (name: Cell): string => textOfCell(name).toLowerCase()

/** Replaces the cells of images in a sheet. */
function mapImages(sheet: RawSheet, replace: (cell: Cell) => Cell): RawSheet {
  if (!illustrated.has(normal(sheet.name))) return sheet
  const [headers = [], ...body] = sheet.rows
  const place = headers.findIndex((header) => normal(header) === 'image')
  return place < 0
    ? sheet
    : { ...sheet, rows: [headers, ...body.map((row) => row.map((cell, nth) => (nth === place ? replace(cell) : cell)))] }
}

/** An image that files of an import bring: the name of its file, and its id and size where a cell has them, as an export writes them. */
export type BroughtImage = { readonly attachment: Attachment; readonly cell: string; readonly upload: Upload | null }

/** The images that cells name and that are among the files of an import. */
export function broughtImages(sources: readonly Source[]): BroughtImage[] {
  const images = sources.filter((source) => source.kind === 'attachment').filter(({ content }) => content === 'image')
  const byName = new Map(images.map((image) => [nameOfFile(image.file), image]))
  const byStem = new Map(images.map((image) => [stemOfFile(image.file), image]))
  const cells = new Set<string>()
  for (const source of sources)
    if (source.kind === 'sheets') for (const sheet of source.sheets) mapImages(sheet, (cell) => (cells.add(textOfCell(cell)), cell))
  return [...cells].flatMap((cell): BroughtImage[] => {
    const [, id, width, height] = /^([0-9a-f]{32})\s+(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(cell) ?? []
    const attachment = id === undefined ? byName.get(nameOfFile(cell)) : byStem.get(id)
    if (!attachment) return []
    return [{ attachment, cell, upload: id === undefined ? null : { id, width: Number(width), height: Number(height) } }]
  })
}

/** Sheets whose cells name images by their uploads instead of by files. @param uploads by the text of the cell */
export const withUploads = (sheets: readonly RawSheet[], uploads: ReadonlyMap<string, Upload>): RawSheet[] =>
  sheets.map((sheet) =>
    mapImages(sheet, (cell) => {
      const upload = uploads.get(textOfCell(cell))
      return upload ? `${upload.id} ${upload.width}x${upload.height}` : cell
    }),
  )

/** The column of a sheet whose cells name files. */
const cellsOf = (sources: readonly Source[], sheetName: string, header: string): string[] =>
  sources.flatMap((source) => {
    if (source.kind !== 'sheets') return []
    return source.sheets
      .filter(({ name }) => normal(name) === sheetName)
      .flatMap(({ rows: [headers = [], ...body] }) => {
        const place = headers.findIndex((each) => normal(each).replaceAll(/[\s_]+/g, ' ') === header)
        return place < 0 ? [] : body.map((row) => textOfCell(row[place] ?? null))
      })
  })

/** The files that rows of halls name, by their names without folders in lower case. */
export function namedPlans(sources: readonly Source[]): Map<string, Omit<Attachment, 'kind' | 'content'>> {
  const named = new Set(cellsOf(sources, 'halls', 'plan file').map(nameOfFile))
  const files = sources.flatMap((source) => {
    if (source.kind === 'attachment') return [source]
    return source.kind === 'sheets' && source.json ? [source.json] : []
  })
  return new Map(files.flatMap((each) => (named.has(nameOfFile(each.file)) ? [[nameOfFile(each.file), each] as const] : [])))
}

/** The files of an import without those of plans, which have the form of sheets where they are lists of seats. */
export const withoutPlans = (sources: readonly Source[], plans: ReadonlyMap<string, unknown>): Source[] =>
  sources.filter((source) => source.kind !== 'sheets' || !source.json || !plans.has(nameOfFile(source.json.file)))

/** Images and plans that no cell names. */
export const notNamed = (sources: readonly Source[], plans: ReadonlyMap<string, unknown>, images: readonly BroughtImage[]): SourceNote[] =>
  sources.flatMap((source) => {
    if (source.kind !== 'attachment' || plans.has(nameOfFile(source.file)) || images.some(({ attachment }) => attachment === source))
      return []
    return [
      { file: source.file, line: null, field: source.content === 'plan' ? 'halls' : 'image', value: source.file, note: 'file-not-named' },
    ]
  })
