import type { PlannedProduction } from '@playhouse/api-client/contract'

/** A draft without performances, for tests of screens. */
export const lear: PlannedProduction = {
  production: {
    ...{ id: 'lear', title: 'King Lear', credit: 'William Shakespeare', tagline: '', venue: 'Main House', copyLanguage: 'en' },
    synopsis: [{ kind: 'paragraph', text: 'A king divides his kingdom.' }],
    ...{ runningTime: 150, intervals: 1, ageGuidance: 12, warnings: [], poster: { hue: 20, motif: 'sun' }, state: 'draft' },
  },
  ...{ version: 3, performances: [], missing: [] },
}
