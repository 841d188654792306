import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import type { MissingKind } from '@playhouse/domain/missing'
import { localeNames, useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { isOfLanguage, type MissingLine, missingLines } from './missing-lines.ts'
import { planningOptionsQuery } from './planning-queries.ts'
import { useWallClock } from './wall-clock.ts'

/** The pages of a production on which staff add what is missing; the rest is added on pages of the performance or the prices. */
const pages: Readonly<Partial<Record<MissingKind, string>>> = {
  'no-performance': 'run',
  'no-synopsis': 'edit',
  'not-translated': 'translations',
  'image-not-described': 'image',
}

/** What a production lacks before it can be published, and what it should have. One line for all languages or performances that lack the same. */
export function MissingNotice({ planned: { missing, performances, production } }: { readonly planned: PlannedProduction }) {
  const t = useWords('planning')
  const { list } = useFormats()
  const { when } = useWallClock()
  const { instance } = useParams()
  const { data: options } = useQuery(planningOptionsQuery)
  const startOf = (id: string): string => {
    const performance = performances.find((each) => each.id === id)
    return performance ? when(performance.startsAt) : ''
  }
  const whichOf = ({ performances: ids }: MissingLine): string =>
    ids.length === 1 ? startOf(ids[0]!) : t('missing.performances', { count: ids.length })
  const textOf = ({ kind, details, priceList }: MissingLine): string => {
    if (kind === 'band-without-price' && priceList !== null) {
      const name = options?.priceLists.find(({ id }) => id === priceList)?.name ?? priceList
      return t('missing.bandsWithoutPrice', { list: name, bands: list(details.map((band) => t(`band.${band}`))) })
    }
    return t(`missing.${kind}`, { detail: list(isOfLanguage(kind) ? details.map((detail) => localeNames[detail as Locale]) : details) })
  }
  const pageOf = ({ kind, performances: [performance], priceList }: MissingLine): string | undefined => {
    if (priceList !== null) return `/smart/prices/${priceList}`
    if (performance === undefined) return pages[kind] && `/smart/productions/${production.id}/${pages[kind]}`
    // The notice is on the page of a performance, too.
    return performance === instance ? undefined : `/smart/productions/${production.id}/performances/${performance}`
  }
  return (['blocking', 'advice'] as const).map((group) => {
    const lines = missingLines(missing, performances).filter(({ isBlocking }) => isBlocking === (group === 'blocking'))
    return lines.length === 0 ? null : (
      <Notice key={group} tone={group === 'blocking' ? 'warning' : 'info'} title={t(`missing.${group}`)}>
        <ul>
          {lines.map((line) => {
            const page = pageOf(line)
            const text = textOf(line)
            return (
              <li key={`${line.kind} ${line.performances.join(' ')} ${line.details.join(' ')}`}>
                {line.performances.length > 0 && `${whichOf(line)}: `}
                {page === undefined ? text : <Link to={page}>{text}</Link>}
              </li>
            )
          })}
        </ul>
      </Notice>
    )
  })
}
