import { type ProductionImage, productionImageSchema } from '../../season/season.ts'
import type { StoredProduction } from '../production-plan.ts'
import { type FindClosest, newPicture, type ReadProgramme } from '../programme-file/index.ts'
import { type Composed, composeThings, type Current } from './compose-things.ts'
import type { Known } from './known.ts'
import type { ProblemList } from './problem-list.ts'

type Rows = ReadProgramme['rows']
type PictureRows = Rows['pictures']

/** A production after an import. `row` is 0 where only its pictures are in the file. */
export type ComposedProduction = Composed<StoredProduction> & {
  /** The row of each further picture by its place, undefined where the file has none. */
  readonly pictureRows: readonly (number | undefined)[]
}

/** The ids of the productions that a file describes, or whose pictures it has. */
export const namedProductions = ({ productions, pictures }: Pick<Rows, 'productions' | 'pictures'>): string[] => [
  ...new Set([...productions, ...pictures].map(({ key: [id = ''] }) => id)),
]

/** The productions of a file, from the rows of two sheets. Pictures that it does not name stay. */
export function composeProductions(
  { rows, leftOut }: Pick<ReadProgramme, 'rows' | 'leftOut'>,
  current: ReadonlyMap<string, Current>,
  problems: ProblemList,
): ComposedProduction[] {
  const described = new Set([...rows.productions.map(({ key: [id = ''] }) => id), ...(leftOut.get('productions') ?? [])])
  const picturesOf = Map.groupBy(rows.pictures, ({ key: [production = ''] }) => production)
  const withPicturesOnly = [...picturesOf.keys()].flatMap((id): Composed<StoredProduction>[] => {
    const stored = described.has(id) ? undefined : (current.get(id)?.value as StoredProduction | undefined)
    return stored ? [{ row: 0, id, before: stored, after: stored }] : []
  })
  return [...composeThings('productions', rows.productions, current, problems), ...withPicturesOnly].map((composed) =>
    composePictures(composed, picturesOf.get(composed.id) ?? [], problems),
  )
}

function composePictures(composed: Composed<StoredProduction>, rows: PictureRows, problems: ProblemList): ComposedProduction {
  const sheet = 'pictures'
  const pictures: ProductionImage[] = [...(composed.after.gallery ?? [])]
  const pictureRows: (number | undefined)[] = pictures.map(() => undefined)
  const byPlace = rows.map((each) => ({ ...each, nth: each.edit(newPicture()).picture })).toSorted((one, other) => one.nth - other.nth)
  for (const { row, edit, lacking, nth } of byPlace) {
    const existing = pictures[nth - 1]
    if (!existing) for (const field of lacking) problems.add({ sheet, row, field }, 'missing', '')
    // Another import would find a gap filled by the next picture.
    if (nth > pictures.length + 1) problems.add({ sheet, row, field: 'picture' }, 'out-of-range', String(nth), String(pictures.length + 1))
    if (nth > pictures.length + 1 || (!existing && lacking.length > 0)) continue
    const { image } = edit({ ...newPicture(), image: existing })
    const parsed = productionImageSchema.safeParse(image)
    for (const { path, message } of parsed.error?.issues ?? [])
      problems.add({ sheet, row, field: ['image', ...path].map(String).join('.') }, 'invalid', message)
    if (!parsed.success) continue
    pictures[nth - 1] = parsed.data
    pictureRows[nth - 1] = row
  }
  return { ...composed, pictureRows, after: { ...composed.after, ...(pictures.length > 0 && { gallery: pictures }) } }
}

/** Reports pictures of unknown productions. */
export function checkPictures(
  rows: PictureRows,
  { known, closest }: { readonly known: Pick<Known, 'productions'>; readonly closest: FindClosest },
  problems: ProblemList,
): void {
  for (const {
    row,
    key: [id = ''],
  } of rows)
    if (!known.productions.has(id))
      problems.add({ sheet: 'pictures', row, field: 'production' }, 'unknown-reference', id, closest(id, [...known.productions]))
}
