import { useEffect, useState } from 'react'
import { Muted } from '#web/ui/layout/text.ts'
import { personalWords } from './password-rules.ts'
import classes from './password-strength.module.css'

const words = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

/** Returns the score of the typed password; null until the dictionaries are loaded, or if they fail to load. */
export function usePasswordScore(password: string, email: string): number | null {
  const [score, setScore] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    const rate = async () => {
      if (password === '') return null
      const { scorePassword } = await import('./password-score.ts')
      return scorePassword(password, personalWords(email))
    }
    rate().then(
      (rated) => isCurrent && setScore(rated),
      // If they fail to load, the server still checks the password.
      () => isCurrent && setScore(null),
    )
    return () => {
      isCurrent = false
    }
  }, [password, email])
  return score
}

/** Shows the strength of a password as four bars and a word. */
export function PasswordStrength({ score }: { score: number | null }) {
  const word = score === null ? null : words[score]
  return (
    <div className={classes.strength} aria-live="polite">
      <span className={classes.bars} data-score={score ?? undefined} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-filled={(score ?? -1) >= bar || undefined} />
        ))}
      </span>
      <Muted span size="xs">
        {word === null || word === undefined
          ? 'At least 6 characters, not easily guessed'
          : `Password strength: ${word}`}
      </Muted>
    </div>
  )
}
