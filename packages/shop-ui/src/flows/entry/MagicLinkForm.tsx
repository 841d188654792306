import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWords } from '#i18n'
import { Button } from '#parts/Button'
import { FormErrors } from '#parts/FormField'
import { NoticeActions } from '#parts/Notice'
import { ProblemNotice } from '#parts/ProblemNotice'
import { type AnsweredProblem, api } from '#session'
import { EmailField } from './EmailField.tsx'
import { emailRule } from './email-rule.ts'
import { News } from './News.tsx'
import { proven } from './prove.ts'
import styles from './SignInPage.module.css'
import { keepEmail, recallEmail } from './typed-email.ts'

const rules = z.object({ email: emailRule })

/** Asks for a link by mail that signs in, and says where to look for it. The server tells nobody whether there is an account. */
export function MagicLinkForm({ isReached = false }: { readonly isReached?: boolean }) {
  const t = useWords('entry')
  const [problem, setProblem] = useState<AnsweredProblem>()
  const [asked, setAsked] = useState<string>()
  const [isAgain, setAgain] = useState(isReached)
  const form = useForm({ resolver: zodResolver(rules), shouldFocusError: false, defaultValues: { email: recallEmail() } })
  const { setFocus } = form
  useEffect(() => {
    if (isAgain && !asked) setFocus('email')
  }, [isAgain, asked, setFocus])
  const send = form.handleSubmit(async (values) => {
    setProblem(undefined)
    const result = await proven(api.auth.magicLink, values)
    if (!result.ok) return setProblem(result.error)
    keepEmail(values.email)
    setAsked(values.email)
  })
  const askAgain = () => {
    setAgain(true)
    setAsked(undefined)
  }
  if (asked)
    return (
      <News title={t('link.sentTitle')}>
        <p>{t('link.sent', { email: asked })}</p>
        <p>{t('link.sentHint')}</p>
        <NoticeActions>
          <Button onPress={askAgain}>{t('link.again')}</Button>
        </NoticeActions>
      </News>
    )
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} bare />}
        <EmailField />
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {t('link.send')}
        </Button>
      </form>
    </FormProvider>
  )
}
