import { Link } from '@tanstack/react-router'
import { SuggestionPrompt } from '#web/features/feedback/suggestion-prompt.tsx'
import { navigation } from './navigation.ts'
import classes from './shell.module.css'

/** The sidebar: navigation and suggestion prompt. `onNavigate` closes the slide-over on small screens. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <>
      <nav aria-label="Main">
        <ul className={classes.links}>
          {navigation.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes.link}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                onClick={onNavigate}
              >
                <Icon size={19} stroke={1.6} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SuggestionPrompt />
    </>
  )
}
