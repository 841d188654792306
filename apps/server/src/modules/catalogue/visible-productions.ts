import { anonymousVisitor, type Entitlement } from '@playhouse/domain/eligibility'
import { isVisibleTo } from '@playhouse/domain/programme'
import type { Catalogue } from './catalogue.ts'

/**
 * Whether a visitor may see a production: some performance of it. Reads no table.
 * @param entitlement of the visitor; if left out, what every visitor may see
 */
export async function findVisibleProductions(
  { catalogue }: { readonly catalogue: Pick<Catalogue, 'performances'> },
  entitlement: Pick<Entitlement, 'isStaff' | 'programmes'> = anonymousVisitor,
): Promise<(production: string) => boolean> {
  const performances = await catalogue.performances()
  const visible = performances.filter((each) => entitlement.isStaff || isVisibleTo(entitlement.programmes, each))
  const ids = new Set(visible.map(({ production }) => production.id))
  return (production) => ids.has(production)
}
