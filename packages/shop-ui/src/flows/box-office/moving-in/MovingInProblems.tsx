import type { MovingInSummary } from '@playhouse/domain/moving-in'
import { useWords } from '#i18n'
import { FileProblems } from '../file-import/FileProblems.tsx'

/** Everything that is wrong in the files of a former system. */
export function MovingInProblems({ report }: { readonly report: MovingInSummary }) {
  const t = useWords('moving-in')
  const file = useWords('programme-file')
  const suggestionOf = ({ fault, suggestion }: MovingInSummary['problems'][number]): string => {
    if (suggestion === null) return ''
    switch (fault) {
      case 'repeated-key':
      case 'repeated-email':
      case 'repeated-seat':
        return file('suggestion.row', { row: suggestion })
      case 'too-long':
        return file('suggestion.longest', { longest: suggestion })
      case 'too-many-rows':
        return file('suggestion.most', { most: suggestion })
      case 'spent-here':
        return t('spent', { amount: suggestion })
      default:
        return suggestion
    }
  }
  return (
    <FileProblems
      report={report}
      faultOf={(fault) => t(`fault.${fault}`, { defaultValue: file(`fault.${fault}`) })}
      suggestionOf={suggestionOf}
    />
  )
}
