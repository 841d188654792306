import { type FormEvent, useRef, useState } from 'react'
import type { ListedAccessCard } from '@playhouse/api-client/contract'
import { accessIdOf, type AccessType, accessTypes } from '@playhouse/domain/access'
import { maxAccessIdLength } from '@playhouse/domain/access-card'
import { Checkbox } from '#form/Checkbox'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { refreshProgramme } from '../planning/planning-queries.ts'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'

type Props = {
  /** The card that is changed; undefined for a new one. */
  readonly card: ListedAccessCard | undefined
  readonly onSaved: () => void
  readonly onCancel: (() => void) | undefined
}

/** The form of an access card. What was typed stays when the server refuses it. */
export function AccessCardForm({ card, onSaved, onCancel }: Props) {
  const t = useWords('catalogue')
  const counter = useWords('box-office')
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form, reject } = useInvalidFocus(problem)
  const outcome = useRef<HTMLParagraphElement>(null)
  const [accessId, setAccessId] = useState(card?.accessId ?? '')
  const [lastName, setLastName] = useState(card?.lastName ?? '')
  const [types, setTypes] = useState<readonly AccessType[]>(card?.types ?? [])
  const [isWithdrawn, setWithdrawn] = useState(card?.isWithdrawn ?? false)
  const [reason, setReason] = useState('')
  const [isRejected, setRejected] = useState(false)
  const hasId = accessIdOf(accessId) !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isFaulty = !hasId || types.length === 0
    setRejected(isFaulty)
    if (isFaulty) return reject()
    const wanted = { accessId, lastName: lastName.trim() || null, types: [...types], isWithdrawn, version: card?.version ?? null }
    const body = { cards: [wanted], ...(reason.trim() !== '' && { reason: reason.trim() }) }
    void mutation.send(() => api.accessCards.change({ body }), {
      onSuccess: async () => {
        setAccessId('')
        setLastName('')
        setTypes([])
        setReason('')
        await refreshProgramme()
        onSaved()
      },
      message: t('accessCards.saved'),
      focus: outcome,
    })
  }
  const idError =
    isRejected && !hasId ? t('accessCards.idFault', { most: maxAccessIdLength }) : problem?.code === 'id-taken' ? t('id.taken') : undefined
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="access-card" noValidate>
      <p ref={outcome} tabIndex={-1} />
      <PlanningOutcome mutation={mutation} />
      <TextField
        name="card-id"
        label={t('accessCards.id')}
        hint={t('accessCards.idHint')}
        maxLength={maxAccessIdLength}
        spellCheck={false}
        disabled={card !== undefined}
        value={accessId}
        onChange={setAccessId}
        error={idError}
      />
      <TextField
        name="card-last-name"
        label={t('accessCards.lastName')}
        hint={t('accessCards.lastNameHint')}
        optional
        maxLength={100}
        value={lastName}
        onChange={setLastName}
      />
      <CheckboxGroup
        name="card-needs"
        label={t('accessCards.needs')}
        value={types}
        onChange={(chosen) => setTypes(chosen as AccessType[])}
        boxes={accessTypes.map((type) => ({ value: type, label: counter(`need.${type}`) }))}
        error={isRejected && types.length === 0 ? t('accessCards.needsFault') : undefined}
      />
      {card && (
        <Checkbox name="card-withdrawn" hint={t('accessCards.withdrawnHint')} value={isWithdrawn} onChange={setWithdrawn}>
          {t('accessCards.isWithdrawn')}
        </Checkbox>
      )}
      <TextField
        name="card-reason"
        label={t('reason.label')}
        hint={t('reason.hint')}
        optional
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <div className={styles['inline']}>
        <Button type="submit" look="primary" isPending={mutation.isPending}>
          {t('save')}
        </Button>
        {onCancel && (
          <Button look="quiet" onPress={onCancel}>
            {t('accessCards.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
