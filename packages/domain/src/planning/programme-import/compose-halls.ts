import type { FindClosest, HallRow, PriceListRow, ProgrammeRow } from '../programme-file/index.ts'
import { newThings } from '../programme-file/index.ts'
import { nameOfFile, stemOfFile } from '../programme-source/index.ts'
import { isSamePlan, nextPlanVersion } from '../hall-plan.ts'
import type { UploadedPlan } from '../uploaded-plan.ts'
import type { KnownPlans } from './known.ts'
import type { ProblemList } from './problem-list.ts'

/** A file with the plan of a hall that was read: the plan, with the bands that its categories become; or why it is none. */
export type PlanFile =
  | { readonly uploaded: UploadedPlan; readonly seats: number; readonly seatBands: PriceListRow['seatBands'] }
  | { readonly refusal: string }

/** A plan that a hall has, or had: removed plans keep their versions. */
export type StoredPlan = { readonly hall: string; readonly version: string; readonly name: string; readonly isRemoved: boolean }

/** A plan that a file adds to a hall. */
export type AddedPlan = {
  readonly hall: string
  readonly version: string
  readonly name: string
  readonly file: Extract<PlanFile, { uploaded: unknown }>
}

/** The version of a plan in our own form, as an export writes it, where its hall never had it; else the next one. */
function versionOf(hall: string, { format, data, checksum }: UploadedPlan, used: readonly string[]): string {
  const isKept = format === 'playhouse' && data.hall === hall && /^[\w.-]{1,40}$/.test(data.version) && !used.includes(data.version)
  return isKept ? data.version : nextPlanVersion(used.length, { checksum })
}

/**
 * The plans that the rows of a file add. A plan that its hall has, by its version in the name of the file or by its content, is as before.
 * @param files by their names without folders, in lower case, as {@link nameOfFile} has them
 */
export function composeHalls(
  rows: readonly ProgrammeRow<HallRow>[],
  stored: readonly StoredPlan[],
  files: ReadonlyMap<string, PlanFile>,
  problems: ProblemList,
  closest: FindClosest,
): AddedPlan[] {
  const plans = [...stored]
  const added: AddedPlan[] = []
  for (const { row, edit } of rows) {
    const { hall, planFile, name } = edit(newThings.halls())
    const ofHall = plans.filter((plan) => plan.hall === hall)
    const file = files.get(nameOfFile(planFile))
    const isSame = ({ version }: StoredPlan): boolean =>
      stemOfFile(planFile) === `${hall} ${version}`.toLowerCase() ||
      (file !== undefined && 'uploaded' in file && isSamePlan(version, file.uploaded))
    const former = ofHall.find((plan) => !plan.isRemoved && isSame(plan))
    if (former) {
      if (name !== '' && former.name !== name) problems.add({ sheet: 'halls', row, field: 'name' }, 'hall-name-kept', name, former.name)
    } else if (file === undefined)
      problems.add({ sheet: 'halls', row, field: 'planFile' }, 'unknown-file', planFile, closest(nameOfFile(planFile), [...files.keys()]))
    else if ('refusal' in file) problems.add({ sheet: 'halls', row, field: 'planFile' }, 'not-a-plan', planFile, file.refusal)
    else {
      const version = versionOf(
        hall,
        file.uploaded,
        ofHall.map((plan) => plan.version),
      )
      plans.push({ hall, version, name, isRemoved: false })
      added.push({ hall, version, name, file })
    }
  }
  return added
}

/** The plans of all halls with those that a file adds, which are the newest of their halls. */
export function withAddedPlans(plans: KnownPlans, added: readonly AddedPlan[]): KnownPlans {
  const ofHall = Map.groupBy(added, ({ hall }) => hall)
  const plansOf = (hall: string): string[] => [...plans.plansOf(hall), ...(ofHall.get(hall) ?? []).map(({ version }) => version)]
  return {
    halls: new Set([...plans.halls, ...ofHall.keys()]),
    seatsOf: (hall, version) => plans.seatsOf(hall, version) ?? ofHall.get(hall)?.find((plan) => plan.version === version)?.file.seats,
    plansOf,
    newestPlan: (hall) => plansOf(hall).at(-1),
  }
}
