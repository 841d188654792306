import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '#i18n'
import { OptionField } from '../planning/OptionField.tsx'
import { plannedProductionQuery, productionsQuery } from '../planning/planning-queries.ts'
import { useWallClock, wallClockIn } from '../planning/wall-clock.ts'
import { QueryStatus } from '../QueryStatus.tsx'

type Props = {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  /** The id of a performance; empty for none. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Chooses a performance that is not over: first its production, then its time. */
export function PerformanceField({ onChange, ...shared }: Props) {
  const t = useWords('catalogue')
  const query = useQuery(productionsQuery)
  const [event, setEvent] = useState<string | null>(null)
  return (
    <>
      <OptionField
        name={`${shared.name}-production`}
        label={t('for.event')}
        value={event}
        onChange={(id) => {
          setEvent(id)
          onChange('')
        }}
        options={(query.data ?? []).filter(({ state }) => state !== 'archived').map(({ id, title }) => ({ value: id, label: title }))}
        error={event === null ? shared.error : undefined}
      />
      <QueryStatus query={query} height={4} />
      {event !== null && <TimeField key={event} {...{ ...shared, event, onChange }} />}
    </>
  )
}

function TimeField({ event, value, ...shared }: Props & { readonly event: string }) {
  const t = useWords('catalogue')
  const { when } = useWallClock()
  const query = useQuery(plannedProductionQuery(event))
  if (!query.data) return <QueryStatus query={query} height={4} />
  const open = query.data.performances
    .filter(({ startsAt, timeZone, web }) => web.sale !== 'cancelled' && startsAt > wallClockIn(timeZone))
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  if (open.length === 0) return <p>{t('for.noOpen')}</p>
  return (
    <OptionField
      {...shared}
      value={value === '' ? null : value}
      options={open.map(({ id, startsAt }) => ({ value: id, label: when(startsAt) }))}
    />
  )
}
