import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Brand } from '@playhouse/domain/brand'
import { isSameValue } from '@playhouse/domain/change'
import { widthsOfImage } from '@playhouse/domain/image'
import type { FileProblem } from '@playhouse/domain/programme-file'
import { type PreparedImage, prepareImage } from '#modules/image'
import { storedPriceListOf } from '@playhouse/domain/price-list-plan'
import type { SourcesReport } from '@playhouse/domain/programme-import'
import {
  type BroughtImage,
  broughtImages,
  namedPlans,
  notNamed,
  readSources,
  type Source,
  type SourceContext,
  type SourceDefaults,
  withoutPlans,
} from '@playhouse/domain/programme-source'
import { closest } from '#modules/spreadsheet'
import type { Planner } from '../apply-changes.ts'
import type { EditDeps } from '../edit-production.ts'
import { importProgramme, type ImportOptions } from './import-programme.ts'
import { readPlans } from './known.ts'

export type SourceOptions = ImportOptions & { readonly defaults?: SourceDefaults | undefined }

/** Imports files: spreadsheets, calendars and events of pretix. Problems name the place in the file. */
export async function importSources(
  deps: EditDeps & { readonly db: Kysely<Database>; readonly brand: Brand },
  planner: Planner,
  given: readonly Source[],
  { defaults = {}, ...options }: SourceOptions,
): Promise<SourcesReport> {
  const plans = namedPlans(given)
  const sources = withoutPlans(given, plans)
  const brought = broughtImages(sources)
  const { images, uploads, problems } = await prepareImages(deps.db, brought)
  const { file, notes, locate } = readSources(sources, { ...(await readContext(deps, sources, defaults)), uploads }, closest)
  const { timeZone, memberships } = deps.brand
  const report = await importProgramme(
    { ...deps, timeZone, memberships: memberships.map(({ id }) => id) },
    planner,
    { ...file, problems: [...problems, ...file.problems] },
    { ...options, files: { plans, images } },
  )
  return { ...report, problems: report.problems.map(locate), notes: [...notes, ...notNamed(given, plans, brought)] }
}

/** Encodes the images of an import that cells name. Those that cannot be used are problems of their files. */
async function prepareImages(db: Kysely<Database>, brought: readonly BroughtImage[]) {
  const images: PreparedImage[] = []
  const uploads = new Map<string, { readonly id: string; readonly width: number; readonly height: number }>()
  const problems: FileProblem[] = []
  for (const { attachment, cell, upload } of brought) {
    const prepared = await prepareImage(db, attachment.bytes, upload?.id)
    if (prepared.ok) {
      // An export has the largest encoding of an image, which has the same widths as the image itself.
      const isSameWidths = upload && isSameValue(widthsOfImage(upload.width), widthsOfImage(prepared.value.width))
      const image = isSameWidths ? { ...prepared.value, ...upload } : prepared.value
      images.push(image)
      if (!upload) uploads.set(cell, image)
    } else {
      const { file: sheet } = attachment
      problems.push({ ...{ sheet, row: null, column: null, value: cell }, fault: 'not-an-image', suggestion: prepared.error.params.reason })
    }
  }
  return { images, uploads, problems }
}

async function readContext(
  deps: Parameters<typeof importSources>[0],
  sources: readonly Source[],
  defaults: SourceDefaults,
): Promise<SourceContext> {
  const { timeZone, currency, locales } = deps.brand
  const context = {
    defaults,
    timeZone,
    currency,
    language: locales[0]!,
    seatsOf: () => undefined,
    priceLists: new Map(),
    uploads: new Map(),
  }
  // Only prices of pretix are read against plans and price lists.
  if (sources.every(({ kind }) => kind !== 'pretix')) return context
  const plans = await readPlans(deps)
  const lists = await deps.db.selectFrom('price_list').select(['id', 'data']).execute()
  return {
    ...context,
    seatsOf: (hall) => {
      const newest = plans.newestPlan(hall)
      return newest === undefined ? undefined : plans.seatsOf(hall, newest)
    },
    priceLists: new Map(lists.map(({ id, data }) => [id, storedPriceListOf(data)])),
  }
}
