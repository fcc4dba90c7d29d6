/** The answer at an address at which there is nothing. */
import { t } from '../strings';
import { Brand } from '../ui/frame';

export function NothingHere() {
  document.title = `${t().nothingHere.title} · Rekindle`;
  return (
    <main id="main" class="alone">
      <Brand />
      <h1>{t().nothingHere.title}</h1>
      <p>{t().nothingHere.text}</p>
      <a class="button primary" href="/">
        {t().nothingHere.home}
      </a>
    </main>
  );
}
