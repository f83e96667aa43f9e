import { MantineProvider } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { darkModeStorage } from './color-scheme.ts'
import { ErrorScreen } from '#web/ui/layout/error-screen.tsx'
import { cssVariables } from './theme/css-variables.ts'
import { theme } from './theme/theme.ts'

const colorScheme = darkModeStorage()

/** The frame of both apps: theme, color scheme and error screen. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <ErrorBoundary>{children}</ErrorBoundary>
    </MantineProvider>
  )
}

type State = { error: unknown; isBroken: boolean }

class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, isBroken: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <ErrorScreen error={this.state.error} /> : this.props.children
  }
}
