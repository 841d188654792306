import { seatsOfPhoto } from '../sightline/photo.ts'
import type { Plan } from '../model/plan.ts'
import type { FindingList } from '../report/finding.ts'

/** What is known of the house that a plan is for. */
export type PhotoFiles = {
  /** Whether a file lies in the house's folder. Left out: nobody can look. */
  readonly hasFile?: (file: string) => boolean
  /** Languages its visitors read. Left out: any one will do. */
  readonly languages?: readonly string[]
}

/** Photographs of the view: whether each is there, speaks for seats that are, and says what it shows. */
export function checkPhotos(plan: Plan, { hasFile, languages }: PhotoFiles, found: FindingList): void {
  for (const photo of plan.photos) {
    if (!seatsOfPhoto(plan, photo)) found.add('photo-of-nothing', { at: photo.file })
    if (hasFile && !hasFile(photo.file)) found.add('photo-missing', { at: photo.file })
    const isSaid = (language: string): boolean => Boolean(photo.alt[language]?.trim())
    if (!Object.keys(photo.alt).some(isSaid)) found.add('photo-without-words', { at: photo.file })
    else
      for (const language of languages ?? [])
        if (!isSaid(language)) found.add('photo-not-translated', { at: photo.file, params: { language } })
  }
}
