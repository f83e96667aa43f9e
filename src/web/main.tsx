import './app/fonts.css'
import './app/mantine.css'
import './app/global.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app.')
createRoot(root).render(<App />)
