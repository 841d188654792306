import type { PlannedProduction } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { localeNames, useWords } from '#i18n'
import { Notice } from '#ui/Notice'
import { useWallClock } from './wall-clock.ts'

/** What a production lacks before it can be published, and what it should have. */
export function MissingNotice({ planned: { missing, performances } }: { readonly planned: PlannedProduction }) {
  const t = useWords('planning')
  const { when } = useWallClock()
  const startOf = (id: string | null): string => {
    const performance = performances.find((each) => each.id === id)
    return performance ? when(performance.startsAt) : ''
  }
  const isBlocked = missing.some(({ isBlocking }) => isBlocking)
  return (
    <Notice tone={isBlocked ? 'warning' : 'info'} title={t(isBlocked ? 'missing.blocking' : 'missing.advice')}>
      <ul>
        {missing.map(({ kind, performance, detail }) => (
          <li key={`${kind} ${performance} ${detail}`}>
            {performance !== null && `${startOf(performance)}: `}
            {t(`missing.${kind}`, {
              detail: kind === 'not-translated' || kind === 'image-not-described' ? localeNames[detail as Locale] : (detail ?? ''),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
