import { CalendarDays } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import type { Instance } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Button } from '#parts/Button'
import { Dialog } from '#parts/Dialog'
import { PerformanceList } from '#parts/PerformanceList'

/** The other evenings of the run, in a dialog that has an address (`?dates`), so that the seat screen can lead to it. */
export function ChangeDate({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const [search, setSearch] = useSearchParams()
  const show = (isOpen: boolean): void => setSearch(isOpen ? { dates: '' } : {}, { replace: true, preventScrollReset: true })
  if (instance.others.length === 0) return null
  const lines = [instance, ...instance.others]
    .filter(({ availability }) => availability !== 'passed')
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  return (
    <>
      <Button onPress={() => show(true)}>
        <CalendarDays aria-hidden="true" />
        {t('changeDate')}
      </Button>
      <Dialog isOpen={search.has('dates')} onClose={() => show(false)} title={t('changeDate')} wide>
        <PerformanceList performances={lines.map((line) => ({ ...line, to: `/events/${line.event}/${line.id}` }))} current={instance.id} />
      </Dialog>
    </>
  )
}
