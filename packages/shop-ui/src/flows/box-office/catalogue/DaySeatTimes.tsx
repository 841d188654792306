import { useState } from 'react'
import type { BodyOf, contract, PlannedDaySeatDraw } from '@playhouse/api-client/contract'
import { recordFields } from '@playhouse/domain/record-fields'
import { useFormats, useWords } from '#i18n'
import { useApiMutation } from '#mutation'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from '../BoxOffice.module.css'
import { DataTable } from '../DataTable.tsx'
import { type RecordDraft, recordOf } from './record-draft.ts'

const { performances, opens, closes, draws, payUntil } = recordFields['day-seats']
/** The fields from which the times follow. */
const fields = { performances, opens, closes, draws, payUntil } as (typeof recordFields)['day-seats']
const moments = ['opens', 'closes', 'draws', 'payUntil'] as const

/** Shows when customers would enter, lots would be drawn and winners would pay for each performance, as typed. */
export function DaySeatTimes({ draft }: { readonly draft: RecordDraft }) {
  const t = useWords('catalogue')
  const { when } = useFormats()
  const { send, problem, isPending } = useApiMutation()
  const [planned, setPlanned] = useState<readonly PlannedDaySeatDraw[] | undefined>()
  const [isIncomplete, setIsIncomplete] = useState(false)
  const show = async (): Promise<void> => {
    const { record, faults } = recordOf(fields, draft)
    setIsIncomplete(faults.size > 0)
    if (faults.size > 0) return setPlanned(undefined)
    await send(() => api.daySeats.preview({ body: record as BodyOf<typeof contract.daySeats.preview> }), {
      onSuccess: (shown) => setPlanned(shown.performances),
    })
  }
  const timeOf = ({ opensAt, closesAt, drawsAt, payUntil: until }: PlannedDaySeatDraw, moment: (typeof moments)[number]): string =>
    ({ opens: opensAt, closes: closesAt, draws: drawsAt, payUntil: until })[moment]
  return (
    <section className={styles['panel']} aria-labelledby="day-seat-times">
      <h2 id="day-seat-times">{t('dayTimes.title')}</h2>
      <p>{t('dayTimes.lead')}</p>
      <div>
        <Button isPending={isPending} onPress={() => void show()}>
          {t('dayTimes.show')}
        </Button>
      </div>
      <div role="status">
        {isIncomplete && <p>{t('dayTimes.incomplete')}</p>}
        {planned && <p>{t('dayTimes.count', { count: planned.length })}</p>}
      </div>
      {problem && <ProblemNotice problem={problem} />}
      {planned && planned.length > 0 && (
        <DataTable
          label={t('dayTimes.title')}
          columns={[
            { key: 'performance', label: t('draws.performance') },
            ...moments.map((key) => ({ key, label: t(`field.day-seats.${key}.label`) })),
          ]}
        >
          <tbody>
            {planned.map((draw) => (
              <tr key={draw.instance}>
                <th scope="row">
                  {draw.title}, {when(draw)}
                </th>
                {moments.map((moment) => (
                  <td key={moment}>
                    {when({ startsAt: timeOf(draw, moment), timeZone: draw.timeZone })}
                    {draw.fault === moment && <strong> {t('dayTimes.disorder')}</strong>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </section>
  )
}
