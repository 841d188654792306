import type { Plan } from '@playhouse/domain/plan'
import { halls } from '@playhouse/fixtures'
import { brands } from '#brand'
import { importedHall, type Setting, standard } from '#setting'

/**
 * What a setting names and this preview lacks, as written in its link: a hall, brand, level or seat of an old link. Each is
 * replaced by a default, and the user sees a list of them.
 */
export function missingParts({ hall, brand, view, chosen }: Setting, plan: Plan): string[] {
  const parts: string[] = []
  if (hall !== importedHall && !halls.some((id) => id === hall)) parts.push(`hall=${hall}`)
  if (!brands.some(({ id }) => id === brand)) parts.push(`brand=${brand}`)
  if (view !== standard.view && !plan.views.some(({ id }) => id === view)) parts.push(`view=${view}`)
  const lost = chosen.filter((id) => plan.indexOf(id) === undefined)
  if (lost.length > 0) parts.push(`chosen=${lost.join(', ')}`)
  return parts
}
