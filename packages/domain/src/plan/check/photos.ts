import { seatsOfPhoto } from '../sightline/photo.ts'
import type { Plan } from '../model/plan.ts'
import type { FindingList } from '../report/finding.ts'

/** Known files and languages of the theatre that a plan is for. */
export type PhotoFiles = {
  /** Whether a file is in the theatre's folder. Without it, files are not checked. */
  readonly hasFile?: (file: string) => boolean
  /** Languages its visitors read. Left out: any one will do. */
  readonly languages?: readonly string[]
}

/** Photographs of the view: whether each exists, is of seats that exist, and has a description. */
export function checkPhotos(plan: Plan, { hasFile, languages }: PhotoFiles, findings: FindingList): void {
  for (const photo of plan.photos) {
    if (!seatsOfPhoto(plan, photo)) findings.add('photo-of-nothing', { at: photo.file })
    if (hasFile && !hasFile(photo.file)) findings.add('photo-missing', { at: photo.file })
    const isSaid = (language: string): boolean => Boolean(photo.alt[language]?.trim())
    if (!Object.keys(photo.alt).some(isSaid)) findings.add('photo-without-words', { at: photo.file })
    else
      for (const language of languages ?? [])
        if (!isSaid(language)) findings.add('photo-not-translated', { at: photo.file, params: { language } })
  }
}
