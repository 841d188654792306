/** The fifty thousand most frequent leaked passwords in lower case. Loaded on first use. */
const readLeaked = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
let leaked: Promise<ReadonlySet<string>> | undefined

/** Whether a password is easy to guess: one of the most frequent leaked passwords, or one of their patterns. Works offline. */
export async function isCommonPassword(password: string): Promise<boolean> {
  leaked ??= readLeaked()
  return (await leaked).has(password.toLowerCase()) || isPredictable(password)
}

/** Whether it is a common word, alone or with the usual digits and signs, a sequence of keys, or a repeated character. */
function isPredictable(password: string): boolean {
  const lower = password.toLowerCase()
  // Digits around a word are not part of it; inside, they may replace letters.
  const stems = [lower, withoutSubstitutions(lower), withoutSubstitutions(lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, ''))].map((form) =>
    form.replaceAll(/[^a-z]/g, ''),
  )
  if (stems.some((stem) => commonWords.has(stem) || [...commonWords].some((word) => stem === word + word))) return true
  if (new Set(lower).size <= 3) return true
  return keyboardWalks.some((walk) => [lower, stems[0]!].some((form) => isPart(form, walk) || isPart(form, [...walk].reverse().join(''))))
}

const substitutions: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '0': 'o', $: 's', '5': 's', '1': 'i', '3': 'e' }
const withoutSubstitutions = (text: string): string => text.replaceAll(/[@40$513]/g, (sign) => substitutions[sign]!)

const isPart = (password: string, walk: string): boolean => password.length >= 6 && (walk + walk).includes(password)

const keyboardWalks = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgb',
]
const commonWords = new Set(
  [
    ...[
      'password',
      'passw',
      'passwort',
      'losenord',
      'contrasena',
      'welcome',
      'letmein',
      'changeme',
      'secret',
      'admin',
      'administrator',
      'login',
      'master',
      'user',
      'guest',
    ],
    ...[
      'qwerty',
      'qwertz',
      'azerty',
      'asdfgh',
      'zxcvbn',
      'abc',
      'abcdef',
      'iloveyou',
      'monkey',
      'dragon',
      'sunshine',
      'princess',
      'football',
      'baseball',
      'superman',
      'batman',
    ],
    ...[
      'shadow',
      'trustnoi',
      'whatever',
      'freedom',
      'hello',
      'charlie',
      'michael',
      'jordan',
      'liverpool',
      'arsenal',
      'chelsea',
      'london',
      'summer',
      'winter',
      'spring',
      'autumn',
    ],
    ...[
      'theatre',
      'theater',
      'playhouse',
      'bridge',
      'brooklyn',
      'ticket',
      'tickets',
      'starwars',
      'pokemon',
      'computer',
      'internet',
      'samsung',
      'google',
      'flower',
      'ashley',
      'bailey',
    ],
  ].map((word) => word.replaceAll('1', 'i')),
)
