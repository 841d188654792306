import type { ReactNode } from 'react'
import { type Answer, type FormField, maxTextLength } from '@playhouse/domain/form'
import { addDays } from '@playhouse/domain/membership-term'
import { useDayFormat, useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { RadioCards } from '#form/RadioCards'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import { useFormText } from './useFormText.ts'

type Props = {
  readonly field: FormField
  readonly answer: Answer
  readonly onChange: (answer: Answer) => void
  readonly error: string | undefined
  /** The day at the theatre, an ISO date. */
  readonly today: string
}

/** The control for the answer to a field. */
export function AnswerField({ field, answer, onChange, error, today }: Props): ReactNode {
  const t = useWords('form')
  const textOf = useFormText()
  const formatDay = useDayFormat()
  const label = textOf(field.label)
  const help = field.help && textOf(field.help)
  const common = {
    ...{ name: field.id, error, optional: !field.isRequired, onChange },
    label: <span lang={label.lang}>{label.text}</span>,
    ...(help && { hint: <span lang={help.lang}>{help.text}</span> }),
  }
  const text = typeof answer === 'string' ? answer : ''
  const withLimits = (limits: string) => ({ hint: help ? [help.text, limits].join(' ') : limits })
  switch (field.kind) {
    case 'text':
      return <TextField {...common} value={text} maxLength={field.maxLength} {...(field.id === 'name' && { autoComplete: 'name' })} />
    case 'long-text':
      return <TextArea {...common} value={text} maxLength={field.maxLength} />
    case 'email':
      return <TextField {...common} value={text} type="email" inputMode="email" autoComplete="email" spellCheck={false} maxLength={254} />
    case 'phone':
      return <TextField {...common} value={text} type="tel" inputMode="tel" autoComplete="tel" maxLength={40} />
    case 'number':
      return <TextField {...common} {...withLimits(t('limits', field))} value={text} inputMode="numeric" maxLength={9} />
    case 'date': {
      const [least, most] = [addDays(today, field.leastDays), addDays(today, field.mostDays)]
      return (
        <TextField
          {...common}
          {...withLimits(t('days', { least: formatDay(least), most: formatDay(most) }))}
          value={text}
          type="date"
          maxLength={maxTextLength}
        />
      )
    }
    case 'choice':
      return (
        <RadioCards
          {...common}
          value={text || null}
          cards={field.choices.map((choice) => {
            const { text: option, lang } = textOf(choice.label)
            return { value: choice.id, label: <span lang={lang}>{option}</span> }
          })}
        />
      )
    case 'choices':
      return (
        <CheckboxGroup
          {...common}
          value={Array.isArray(answer) ? answer : []}
          boxes={field.choices.map(({ id, label: choice }) => {
            const { text: option, lang } = textOf(choice)
            return { value: id, label: <span lang={lang}>{option}</span> }
          })}
        />
      )
    case 'consent':
      return (
        <Checkbox
          name={field.id}
          error={error}
          isRequired={field.isRequired}
          value={answer === true}
          onChange={onChange}
          hint={common.hint}
        >
          {common.label}
        </Checkbox>
      )
  }
}
