import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { mostProgrammeCodes, readProgrammeCodes } from '@playhouse/domain/programme-codes'
import { recordKindRules } from '@playhouse/domain/record-kind'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { OptionField } from '../planning/OptionField.tsx'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { programmeCodesQuery, refreshRecords } from './record-queries.ts'

/** The numbers of access codes of a programme, and the form that adds or withdraws some. */
export function ProgrammeCodes({ programme }: { readonly programme: string }) {
  const t = useWords('catalogue')
  const plan = useWords('planning')
  const { role } = useCounterState().clerk
  const query = useQuery(programmeCodesQuery(programme))
  return (
    <section className={styles['panel']} aria-labelledby="programme-codes">
      <h2 id="programme-codes">{t('codes.title')}</h2>
      <p>{t('codes.lead')}</p>
      <QueryStatus query={query} height={4} />
      {query.data && (
        <ul>
          <li>{t('codes.forAnyone', { count: query.data.forAnyone })}</li>
          <li>{t('codes.forNames', { count: query.data.forNames })}</li>
        </ul>
      )}
      <p>
        <Link to={`/smart/changes?${new URLSearchParams({ subject: 'programme-codes', id: programme })}`}>{plan('changes.title')}</Link>
      </p>
      {query.data && isStaffAllowed(role, recordKindRules.programme.permission) && <CodesForm programme={programme} />}
    </section>
  )
}

function CodesForm({ programme }: { readonly programme: string }) {
  const t = useWords('catalogue')
  const { list } = useFormats()
  const mutation = usePlanningMutation()
  const outcome = useRef<HTMLParagraphElement>(null)
  const [action, setAction] = useState<'add' | 'withdraw'>('add')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const { problem } = mutation
  const { form, reject } = useInvalidFocus(problem)
  const read = readProgrammeCodes(text)
  const fields = problem?.code === 'invalid-input' ? problem.params.fields : []
  const unknownLines = read.codes.flatMap(({ line }, nth) => (fields.includes(`codes.${nth}`) ? [String(line)] : []))
  const faultOf = ({ codes, faults }: typeof read): string | undefined => {
    if (faults.length > 0) return t('codes.invalid', { lines: list(faults.map(String)), count: faults.length })
    if (codes.length === 0) return t('fault.missing')
    return codes.length > mostProgrammeCodes ? t('codes.tooMany', { most: mostProgrammeCodes }) : undefined
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const fault = faultOf(read)
    setError(fault)
    if (fault !== undefined) return reject()
    const codes = read.codes.map(({ code, lastName }) => ({ code, lastName }))
    const body = { action, codes, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    void mutation.send(() => api.programmeCodes.change({ params: { programme }, body }), {
      onSuccess: async () => {
        setText('')
        setReason('')
        await refreshRecords()
      },
      message: t(action === 'add' ? 'codes.added' : 'codes.withdrawn'),
      focus: outcome,
    })
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="programme-codes" noValidate>
      <p ref={outcome} tabIndex={-1} />
      <PlanningOutcome mutation={mutation} />
      <OptionField
        name="codes-action"
        label={t('codes.action')}
        value={action}
        onChange={setAction}
        options={(['add', 'withdraw'] as const).map((each) => ({ value: each, label: t(`codes.${each}`) }))}
      />
      <TextArea
        name="codes-lines"
        label={t('codes.lines')}
        hint={t('codes.linesHint', { most: mostProgrammeCodes })}
        maxLength={40_000}
        value={text}
        onChange={setText}
        error={unknownLines.length > 0 ? t('codes.unknown', { lines: list(unknownLines), count: unknownLines.length }) : error}
      />
      <TextField
        name="codes-reason"
        label={t('reason.label')}
        hint={t('codes.reasonHint')}
        optional
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <Button type="submit" isPending={mutation.isPending}>
        {t('codes.submit')}
      </Button>
    </form>
  )
}
