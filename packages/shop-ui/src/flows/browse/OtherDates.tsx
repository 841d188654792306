import type { Instance } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Dialog } from '#ui/Dialog'
import { PerformanceList } from '#ticketing/PerformanceList'

type OtherDatesProps = { readonly instance: Instance; readonly isOpen: boolean; readonly onClose: () => void }

/** All performances of a run with the current one. A separate chunk, which is prefetched when idle. */
export function OtherDates({ instance, isOpen, onClose }: OtherDatesProps) {
  const t = useWords('browse')
  const lines = [instance, ...instance.others]
    .filter(({ availability }) => availability !== 'passed')
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('changeDate')} wide>
      <PerformanceList performances={lines.map((line) => ({ ...line, to: `/events/${line.event}/${line.id}` }))} current={instance.id} />
    </Dialog>
  )
}
