import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Instance } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useApiMutation } from '#mutation'
import { api } from '#server-state'
import { classNames } from '#theme'
import { PerformanceName } from './PerformanceName.tsx'
import { joinedQueueQuery } from './queue-queries.ts'
import styles from './QueuePage.module.css'

type TakeOverTicketProps = { readonly instance: Instance; readonly token: string; readonly onDone: () => void }

/** Takes over a queue ticket from another device, only by a press: link scanners must not use up the link. */
export function TakeOverTicket({ instance, token, onDone }: TakeOverTicketProps) {
  const t = useWords('queue')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { send, problem, isPending } = useApiMutation()
  const currentPath = `${location.pathname}${location.search}`
  const takeOver = async (): Promise<void> => {
    const result = await send(() => api.queue.takeOver({ params: { instance: instance.id }, body: { token } }))
    if (!result.ok) return
    client.setQueryData(joinedQueueQuery(instance.id).queryKey, result.value)
    // Removes the used link from the URL and the history.
    await navigate(currentPath, { replace: true })
    onDone()
  }
  return (
    <>
      <PageHeading>{t('title.takeOver')}</PageHeading>
      <PerformanceName instance={instance} />
      <p>{t('takeOver.detail')}</p>
      {problem && <ProblemNotice problem={problem} />}
      <p className={classNames(styles.actions)}>
        <Button look="primary" large isPending={isPending} onPress={() => void takeOver()}>
          {t('takeOver.yes')}
        </Button>
        <LinkButton large to={`/events/${instance.event}/${instance.id}`}>
          {t('takeOver.no')}
        </LinkButton>
      </p>
    </>
  )
}
