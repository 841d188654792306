import { type ReactNode, useCallback, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { CheckoutStep } from '@playhouse/domain/brand'
import type { ValidationPage } from '@playhouse/domain/checkout'
import type { Result } from '@playhouse/domain/result'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { pathAfter, pathBefore } from '#ticketing/CheckoutSteps'
import { FormDraft, FormErrors } from '#form/FormField'
import { LinkButton } from '#ui/LinkButton'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useDrafts } from '#client-state'
import { useApiMutation } from '#mutation'
import { type ApiProblem, api, useBrand } from '#server-state'
import styles from './StepForm.module.css'
import { useSteps } from './steps-context.ts'

export type StepFormProps<Values extends FieldValues, Sent> = {
  readonly step: CheckoutStep
  readonly form: UseFormReturn<Values, unknown, Sent>
  /** Sends the values; on success the next step opens. */
  readonly save: (values: Sent) => Promise<Result<unknown, ApiProblem>>
  /** The ticketing system's name of this page; the server validates the page before the next step opens. */
  readonly page?: ValidationPage
  /** A second button, as large as the first, that sends these values instead. The form keeps the visitor's values until the server has accepted them. */
  readonly decline?: { readonly label: string; readonly values: Values & Sent }
  readonly children: ReactNode
}

/** The form of a step: error summary and problem at the top, back and continue at the end. */
export function StepForm<Values extends FieldValues, Sent>({ step, form, save, page, decline, children }: StepFormProps<Values, Sent>) {
  const t = useWords('checkout')
  const steps = useSteps()
  const { steps: brandSteps } = useBrand()
  const navigate = useNavigate()
  const { saveForm, deleteForm } = useDrafts.getState()
  const mutation = useApiMutation()
  const keepDraft = useCallback((values: Readonly<Record<string, unknown>>) => saveForm(step, values), [saveForm, step])
  const previousPath = pathBefore(step, steps)

  const [isDeclining, setDeclining] = useState(false)
  const isPending = form.formState.isSubmitting || isDeclining

  const send = async (values: Sent): Promise<boolean> => {
    const result = await mutation.send(async (): Promise<Result<unknown, ApiProblem>> => {
      const saveResult = await save(values)
      return saveResult.ok && page ? api.checkout.validate({ params: { page } }) : saveResult
    })
    return result.ok
  }
  const leave = async (): Promise<void> => {
    deleteForm(step)
    // In the brand's order: the values just saved may require another step. The guard skips steps that are not needed.
    await navigate(pathAfter(step, brandSteps), { viewTransition: true })
  }
  const submit = form.handleSubmit(async (values) => {
    if (await send(values)) await leave()
  })
  const sendDeclined = async (values: Values & Sent): Promise<void> => {
    setDeclining(true)
    try {
      if (!(await send(values))) return
      form.reset(values)
      await leave()
    } finally {
      setDeclining(false)
    }
  }

  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <FormErrors />
        {mutation.problem && <ProblemNotice problem={mutation.problem} />}
        <FormDraft onChange={keepDraft} />
        {children}
        <div className={styles.actions}>
          <Button type="submit" look="primary" large isPending={isPending}>
            {t('continue')}
          </Button>
          {decline && (
            <Button large isPending={isPending} onPress={() => void sendDeclined(decline.values)}>
              {decline.label}
            </Button>
          )}
          {previousPath && (
            <LinkButton to={previousPath} look="quiet">
              {t('back')}
            </LinkButton>
          )}
        </div>
      </form>
    </FormProvider>
  )
}

/** A named group of fields. */
export const FieldGroup = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** The values of the server, overwritten by the draft of the step's form. */
export const recallForm = <Values extends object>(step: CheckoutStep, serverValues: Values): Values => ({
  ...serverValues,
  ...useDrafts.getState().forms[step],
})
