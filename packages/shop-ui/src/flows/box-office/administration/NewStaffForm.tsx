import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { StaffRole } from '@playhouse/domain/staff'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { refreshAdministration } from './administration-queries.ts'
import { RoleField } from './RoleField.tsx'
import type { IssuedPassword } from './StaffPage.tsx'

/** Adds a staff account. */
export function NewStaffForm({ onIssued }: { readonly onIssued: (issued: IssuedPassword) => void }) {
  const t = useWords('administration')
  const mutation = usePlanningMutation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('clerk')
  const invalid = problem?.code === 'invalid-input' ? problem.params.fields : []
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void mutation.send(() => api.staffAccounts.add({ body: { name, email, role } }), {
      onSuccess: async (issued) => {
        await refreshAdministration()
        onIssued(issued)
      },
    })
  }
  return (
    <section className={styles['panel']} aria-labelledby="new-account">
      <h2 id="new-account" ref={heading} tabIndex={-1}>
        {t('staff.add')}
      </h2>
      {problem?.code !== 'id-taken' && <PlanningOutcome mutation={mutation} />}
      <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="new-account">
        <TextField
          name="staff-name"
          label={t('field.name')}
          autoComplete="off"
          maxLength={80}
          value={name}
          onChange={setName}
          error={invalid.includes('name') ? t('error.name') : undefined}
        />
        <TextField
          name="staff-address"
          label={t('field.email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={setEmail}
          error={problem?.code === 'id-taken' ? t('error.taken') : invalid.includes('email') ? t('error.email') : undefined}
        />
        <RoleField value={role} onChange={setRole} />
        <Button type="submit" look="primary" isPending={mutation.isPending}>
          {t('staff.submit')}
        </Button>
      </form>
    </section>
  )
}
