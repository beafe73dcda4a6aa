import './styles.css';
import { createRoot } from 'react-dom/client';
import { language } from '../language.js';
import { session } from '../session.js';
import { App } from './app.js';

document.documentElement.lang = language;
void session.takeFromFragment();
createRoot(document.getElementById('root')!).render(<App />);
