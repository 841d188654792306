import type { Instance } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { serverNow } from '#browser'

/** States that the performance has a waiting room, with a link to it. */
export function WaitingRoomNotice({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const { instant } = useFormats()
  const room = instance.waitingRoom
  if (!room || instance.availability === 'passed' || instance.availability === 'cancelled') return null
  const isBefore = Date.parse(room.opensAt) > serverNow()
  const search = new URLSearchParams({ instance: instance.id, to: `/events/${instance.event}/${instance.id}/syos/all` })
  return (
    <Notice tone="info" title={t('waitingRoom.title')}>
      <p>
        {isBefore
          ? t('waitingRoom.before', { opensAt: instant(room.opensAt), gathersAt: instant(room.gathersAt) })
          : t('waitingRoom.during')}
      </p>
      <NoticeActions>
        <LinkButton to={`/queue?${search}`}>{t('waitingRoom.go')}</LinkButton>
      </NoticeActions>
    </Notice>
  )
}
