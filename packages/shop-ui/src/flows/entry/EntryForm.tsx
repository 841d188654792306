import { type ReactNode, useCallback } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { Button } from '#ui/Button'
import { Form } from '#form/Form'
import { FormDraft, FormErrors } from '#form/FormField'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useDrafts } from '#client-state'
import type { ApiProblem } from '#server-state'
import styles from './SignInPage.module.css'

export type EntryFormProps<Values extends FieldValues, Valid extends FieldValues> = {
  readonly form: UseFormReturn<Values, unknown, Valid>
  readonly onSubmit: (values: Valid) => Promise<unknown>
  readonly problem: ApiProblem | undefined
  /** Shows the problem without a link to another page. */
  readonly bare?: boolean
  /** Name of the draft in this tab that holds the values, except passwords. The form is not saved without one. */
  readonly draft?: string
  /** Label of the button. */
  readonly label: string
  /** The fields. */
  readonly children: ReactNode
  /** Content below the button. */
  readonly footer?: ReactNode
}

/** A form of the sign-in and registration pages: what is wrong, the fields, and the button. */
export function EntryForm<Values extends FieldValues, Valid extends FieldValues>(props: EntryFormProps<Values, Valid>) {
  const { form, onSubmit, problem, bare = false, draft, label, children, footer } = props
  const keep = useCallback((values: Readonly<Record<string, unknown>>) => draft && useDrafts.getState().saveForm(draft, values), [draft])
  return (
    <FormProvider {...form}>
      <Form className={styles.form} onSubmit={form.handleSubmit(onSubmit)}>
        <FormErrors />
        {problem && <ProblemNotice problem={problem} bare={bare} />}
        {draft && <FormDraft onChange={keep} />}
        {children}
        <Button type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {label}
        </Button>
        {footer}
      </Form>
    </FormProvider>
  )
}
