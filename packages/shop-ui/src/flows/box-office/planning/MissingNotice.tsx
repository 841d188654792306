import type { PlannedProduction } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import type { MissingKind } from '@playhouse/domain/missing'
import { localeNames, useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { useWallClock } from './wall-clock.ts'

/** The pages of a production on which staff add what is missing; the rest is added on pages of the performance, the prices or the hall. */
const pages: Readonly<Partial<Record<MissingKind, string>>> = {
  'no-performance': 'run',
  'no-synopsis': 'edit',
  'not-translated': 'translations',
  'image-not-described': 'image',
}
const isOfLanguage = (kind: MissingKind): boolean => kind === 'not-translated' || kind === 'image-not-described'

/** What a production lacks before it can be published, and what it should have. One line for all languages in which the same is missing. */
export function MissingNotice({ planned: { missing, performances, production } }: { readonly planned: PlannedProduction }) {
  const t = useWords('planning')
  const { list } = useFormats()
  const { when } = useWallClock()
  const startOf = (id: string | null): string => {
    const performance = performances.find((each) => each.id === id)
    return performance ? when(performance.startsAt) : ''
  }
  const languagesOf = (kind: MissingKind): string =>
    list(missing.filter((each) => each.kind === kind).map(({ detail }) => localeNames[detail as Locale]))
  return (['blocking', 'advice'] as const).map((group) => {
    const listed = missing.filter(
      ({ isBlocking, kind }, nth) =>
        isBlocking === (group === 'blocking') && !(isOfLanguage(kind) && missing.findIndex((each) => each.kind === kind) < nth),
    )
    return listed.length === 0 ? null : (
      <Notice key={group} tone={group === 'blocking' ? 'warning' : 'info'} title={t(`missing.${group}`)}>
        <ul>
          {listed.map(({ kind, performance, detail }) => {
            const text = t(`missing.${kind}`, { detail: isOfLanguage(kind) ? languagesOf(kind) : (detail ?? '') })
            const page = pages[kind]
            return (
              <li key={`${kind} ${performance} ${detail}`}>
                {performance !== null && `${startOf(performance)}: `}
                {page === undefined ? text : <Link to={`/smart/productions/${production.id}/${page}`}>{text}</Link>}
              </li>
            )
          })}
        </ul>
      </Notice>
    )
  })
}
