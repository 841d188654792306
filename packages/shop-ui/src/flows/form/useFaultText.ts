import type { AnswerFault, FormField } from '@playhouse/domain/form'
import { addDays } from '@playhouse/domain/membership-term'
import { useDayFormat, useWords } from '#i18n'
import { useFormText } from './useFormText.ts'

/** Returns what is wrong with an answer, as a sentence that names the field. `refused`: by the server. @param today an ISO date */
export function useFaultText(today: string): (field: FormField, fault: AnswerFault | 'refused') => string {
  const t = useWords('form')
  const textOf = useFormText()
  const formatDay = useDayFormat()
  return (field, fault) => {
    const limits =
      field.kind === 'number'
        ? { least: field.least, most: field.most }
        : field.kind === 'date'
          ? { least: formatDay(addDays(today, field.leastDays)), most: formatDay(addDays(today, field.mostDays)) }
          : 'maxLength' in field
            ? { most: field.maxLength }
            : {}
    const key = fault === 'required' && field.kind === 'consent' ? 'consent' : fault
    return t(`fault.${key}`, { label: textOf(field.label).text, ...limits })
  }
}
