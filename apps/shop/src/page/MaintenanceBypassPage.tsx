import { type FormEvent, useState } from 'react'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { Page } from '@playhouse/shop-ui/ui/Page'
import { PageHeading } from '@playhouse/shop-ui/ui/PageHeading'
import { ProblemNotice } from '@playhouse/shop-ui/ui/ProblemNotice'
import { TextField } from '@playhouse/shop-ui/form/TextField'
import { type ApiProblem, api } from '@playhouse/shop-ui/server-state'
import styles from './MaintenanceBypassPage.module.css'

/** `/maintenance-bypass`: gives staff access to the shop during maintenance. */
export function MaintenanceBypassPage() {
  const t = useWords('shell')
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<ApiProblem>()
  const [isPending, setPending] = useState(false)
  const enter = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (key === '' || isPending) return
    setPending(true)
    const result = await api.site.bypassMaintenance({ body: { key } })
    setPending(false)
    if (result.ok) location.assign('/')
    else setProblem(result.error)
  }
  return (
    <main>
      <Page width="reading">
        <PageHeading>{t('stageDoor.title')}</PageHeading>
        <p>{t('stageDoor.lead')}</p>
        {problem && <ProblemNotice problem={problem} bare />}
        <form noValidate className={styles.form} onSubmit={(event) => void enter(event)}>
          <TextField
            name="bypass-key"
            label={t('stageDoor.key')}
            value={key}
            onChange={setKey}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
          />
          <Button type="submit" look="primary" large isPending={isPending}>
            {t('stageDoor.enter')}
          </Button>
        </form>
      </Page>
    </main>
  )
}
