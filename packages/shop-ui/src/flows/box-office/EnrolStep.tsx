import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { QrCode } from '#ticketing/QrCode'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { TextField } from '#form/TextField'
import { api, ProblemError, unwrap } from '#server-state'
import styles from './BoxOffice.module.css'
import { CodeProblem } from './CodeStep.tsx'
import { isCodeWrong, useStaffMutation } from './counter-state.ts'

type StepProps = { readonly onDone: () => void; readonly onRestart: () => void }

/** The first sign-in: shows the secret for the authenticator app, verifies a code, and shows the recovery codes once. */
export function EnrolStep({ onDone, onRestart }: StepProps) {
  const t = useWords('box-office')
  const { send, problem, isPending } = useStaffMutation()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [codes, setCodes] = useState<readonly string[]>()
  const enrolment = useQuery({
    queryKey: ['counter', 'enrolment'],
    queryFn: () => unwrap(api.staff.enrol()),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (enrolment.error instanceof ProblemError)
    return (
      <div className={styles['form']}>
        <CodeProblem problem={enrolment.error.problem} />
        <Button onPress={onRestart}>{t('code.anew')}</Button>
      </div>
    )
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const result = await send(() => api.staff.confirmEnrolment({ body: { code } }), {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    })
    if (result.ok || !isCodeWrong(result.error)) return
    setCode('')
    announce(t('code.wrong'))
    field.current?.focus()
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <p>{t('enrol.lead')}</p>
      {enrolment.data ? (
        <>
          <div className={styles['qr']}>
            <QrCode modules={enrolment.data.modules} label={t('enrol.qr')} />
          </div>
          <p>
            {t('enrol.type')} <span className={styles['code']}>{enrolment.data.secret.match(/.{1,4}/g)!.join(' ')}</span>
          </p>
        </>
      ) : (
        <Loading>
          <SkeletonBlock height={13} />
        </Loading>
      )}
      {problem && !isCodeWrong(problem) && <CodeProblem problem={problem} />}
      <TextField
        name="staff-code"
        label={t('code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        error={problem && isCodeWrong(problem) ? t('code.wrong') : undefined}
        ref={field}
      />
      <Button type="submit" look="primary" large isPending={isPending}>
        {t('enrol.submit')}
      </Button>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const t = useWords('box-office')
  return (
    <div className={styles['form']}>
      <h2>{t('recovery.title')}</h2>
      <p>{t('recovery.lead')}</p>
      <ul role="list" className={styles['codes']}>
        {codes.map((code) => (
          <li key={code} className={styles['code']}>
            {code}
          </li>
        ))}
      </ul>
      <Button look="primary" large onPress={onDone}>
        {t('recovery.done')}
      </Button>
    </div>
  )
}
