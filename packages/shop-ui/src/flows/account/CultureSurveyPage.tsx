import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords, useTheatreLanguage } from '#i18n'
import { Button } from '#ui/Button'
import { PageHeading } from '#ui/PageHeading'
import { RadioCards } from '#form/RadioCards'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient, useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { surveyQuery } from './queries.ts'

/** The brand's survey. Every question is optional. */
export function CultureSurveyPage() {
  const t = useWords('profile')
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const { survey } = useBrand().account
  const [answers, setAnswers] = useState(useSuspenseQuery(surveyQuery).data.answers)
  const mutation = useApiMutation()
  const send = (): Promise<unknown> =>
    mutation.send(() => api.me.answerSurvey({ body: { answers } }), {
      message: t('survey.saved'),
      onSuccess: (savedAnswers) => queryClient.setQueryData(surveyQuery.queryKey, savedAnswers),
    })
  return (
    <>
      <PageHeading>{t('page.culture-survey')}</PageHeading>
      <p className={styles.lead}>{t('survey.lead')}</p>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <MutationOutcome mutation={mutation} />
        <div lang={lang} className={styles.section}>
          {survey.map(({ id, question, answers: choices }) => (
            <RadioCards
              key={id}
              name={id}
              label={question}
              optional
              value={answers[id] ?? null}
              onChange={(answer) => setAnswers({ ...answers, [id]: answer })}
              cards={choices.map((answer) => ({ value: answer, label: answer }))}
            />
          ))}
        </div>
        <div className={styles.actions}>
          <Button type="submit" look="primary" isPending={mutation.isPending}>
            {t('save')}
          </Button>
          <Button look="quiet" onPress={() => setAnswers({})}>
            {t('survey.clear')}
          </Button>
        </div>
      </form>
    </>
  )
}
