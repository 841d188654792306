import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BallotView, Instance } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { NumberStepper } from '#form/NumberStepper'
import { ProblemNotice } from '#ui/ProblemNotice'
import { type AnsweredProblem, api, queryClient, ballotQuery } from '#server-state'
import styles from './Ballot.module.css'

type EntryProps = {
  readonly ballot: BallotView
  readonly instance: Instance
  /** Where other evenings can be named. */
  readonly alternatives?: string
}

/** How many come to this evening, and taking part; or what one takes part with. */
export function EntryForm({ ballot, instance, alternatives }: EntryProps) {
  const t = useWords('ballot')
  const { dateAndTime } = useFormats()
  const navigate = useNavigate()
  const { entry } = ballot
  const [quantity, setQuantity] = useState(entry?.quantity ?? Math.min(2, ballot.maxQuantity))
  const [problem, setProblem] = useState<AnsweredProblem>()
  const [isPending, setPending] = useState(false)
  const others = entry?.choices.filter((choice) => choice !== instance.id) ?? []
  const change = async (work: () => ReturnType<typeof api.ballot.enter>, said: string): Promise<boolean> => {
    setPending(true)
    const result = await work()
    setPending(false)
    setProblem(result.ok ? undefined : result.error)
    if (!result.ok) return false
    queryClient.setQueryData(ballotQuery(instance.id).queryKey, result.value)
    announce(said)
    return true
  }
  const params = { instance: instance.id }
  const enter = async (): Promise<void> => {
    const isIn = await change(() => api.ballot.enter({ params, body: { quantity, choices: [instance.id, ...others] } }), t('said.entered'))
    if (isIn && alternatives && !entry) await navigate(alternatives)
  }
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      {entry && (
        <Notice tone="success" title={t('entered.title')}>
          <p>{t('entered.detail', { count: entry.quantity })}</p>
          <ol>
            {entry.choices.map((choice) => {
              const evening = ballot.performances.find((one) => one.instance === choice)
              return evening && <li key={choice}>{dateAndTime(evening)}</li>
            })}
          </ol>
          <NoticeActions>
            {alternatives && <LinkButton to={alternatives}>{t('entered.alternatives')}</LinkButton>}
            <Button isPending={isPending} onPress={() => void change(() => api.ballot.leave({ params }), t('said.left'))}>
              {t('entered.leave')}
            </Button>
          </NoticeActions>
        </Notice>
      )}
      <div className={styles.form}>
        <p className={styles.evening}>
          <strong>{instance.production.title}</strong>
          <br />
          <time dateTime={instance.startsAt}>{dateAndTime(instance)}</time>
        </p>
        <NumberStepper
          name="ballot-quantity"
          label={t('form.quantity')}
          hint={t('form.most', { count: ballot.maxQuantity })}
          value={quantity}
          onChange={setQuantity}
          minimum={1}
          maximum={ballot.maxQuantity}
        />
        <Button look="primary" large isPending={isPending} onPress={() => void enter()}>
          {t(entry ? 'form.change' : 'form.enter')}
        </Button>
      </div>
    </>
  )
}
