import { useWords } from '#i18n'
import { type FieldFault, type FieldRule, faultOf, faultsOfMoment } from './field-fault.ts'

/** The errors of the two fields of a moment. */
export type MomentErrors = { readonly day?: string | undefined; readonly time?: string | undefined }

/** The texts of refused fields of the programme. */
export function useFieldError() {
  const t = useWords('planning')
  const textOf = ({ kind, ...limits }: FieldFault): string => t(`fault.${kind}`, limits)
  return {
    textOf,
    /** The error of a field that was refused with this text in it. */
    errorOf: (rule: FieldRule, typed: string): string => textOf(faultOf(rule, typed)),
    /** The errors of a refused day and time. @param otherwise of a day and a time that are filled in as they should be */
    errorsOfMoment: (day: string, time: string, otherwise: MomentErrors = { time: textOf({ kind: 'skipped-time' }) }): MomentErrors => {
      const faults = faultsOfMoment(day, time)
      if (!faults) return otherwise
      return { day: faults.day && textOf(faults.day), time: faults.time && textOf(faults.time) }
    },
  }
}
