import { useEffect } from 'react'
import type { OrphanVerdict } from '@playhouse/domain/plan'
import { useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'
import type { SeatingModel } from '../model/seating-model.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'

type OrphanNoticeProps = {
  readonly model: SeatingModel
  readonly verdict: OrphanVerdict
  readonly onMove: (seats: readonly number[]) => void
}

/** The selection leaves an orphan seat: which one, and a button for seats that don't. */
export function OrphanNotice({ model, verdict: { orphans, better, isRefused }, onMove }: OrphanNoticeProps) {
  const t = useWords('seat')
  const voice = useSeatVoice(model)
  const count = orphans.length
  const title = t('orphan.title', { count })
  const detail = [t('orphan.detail', { count, seats: voice.seats(orphans) }), ...(isRefused ? [t('orphan.refused')] : [])].join(' ')
  useEffect(() => announce(`${title}. ${detail}`), [title, detail])
  return (
    <Notice tone="warning" title={title}>
      <p>{detail}</p>
      {better && (
        <NoticeActions>
          <Button onPress={() => onMove(better)}>{t('orphan.offer', { seats: voice.seats(better) })}</Button>
        </NoticeActions>
      )}
    </Notice>
  )
}
