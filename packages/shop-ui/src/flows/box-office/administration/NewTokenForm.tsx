import { type FormEvent, useState } from 'react'
import { grantableScopes, tokenDays, type TokenScope } from '@playhouse/domain/api-token'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { RadioCards } from '#form/RadioCards'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { refreshAdministration } from './administration-queries.ts'

type Props = { readonly onIssued: (issued: { readonly name: string; readonly secret: string }) => void }

/** Creates an API token. */
export function NewTokenForm({ onIssued }: Props) {
  const t = useWords('administration')
  const { role } = useCounterState().clerk
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read-programme'])
  const [days, setDays] = useState<string>(String(tokenDays[1]))
  const invalid = problem?.code === 'invalid-input' ? problem.params.fields : []
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void mutation.send(() => api.staffAccounts.createToken({ body: { name, scopes: [...scopes], days: Number(days) } }), {
      onSuccess: async ({ token, secret }) => {
        await refreshAdministration()
        setName('')
        onIssued({ name: token.name, secret })
      },
    })
  }
  return (
    <section className={styles['panel']} aria-labelledby="new-token">
      <h2 id="new-token">{t('tokens.create')}</h2>
      <PlanningOutcome mutation={mutation} />
      <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="new-token">
        <TextField
          name="token-name"
          label={t('field.token')}
          hint={t('tokens.nameHint')}
          autoComplete="off"
          maxLength={80}
          value={name}
          onChange={setName}
          error={invalid.includes('name') ? t('error.tokenName') : undefined}
        />
        <CheckboxGroup
          name="token-scopes"
          label={t('field.scopes')}
          hint={t('tokens.scopesHint')}
          value={scopes}
          onChange={(chosen) => setScopes(chosen as TokenScope[])}
          boxes={grantableScopes(role).map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))}
          error={invalid.includes('scopes') ? t('error.scopes') : undefined}
        />
        <RadioCards
          name="token-days"
          label={t('field.lifetime')}
          value={days}
          onChange={setDays}
          cards={tokenDays.map((count) => ({ value: String(count), label: t('tokens.days', { count }) }))}
        />
        <Button type="submit" look="primary" isPending={mutation.isPending}>
          {t('tokens.create')}
        </Button>
      </form>
    </section>
  )
}
