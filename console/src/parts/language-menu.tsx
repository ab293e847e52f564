import { chooseLanguage, LANGUAGE, LANGUAGES, type Language } from '../language.ts';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { sharedStrings } from './strings.ts';

/** The language of the console, and the choice of another one. */
export const LanguageMenu = () => (
  <Menu
    up
    label={sharedStrings.language}
    items={(Object.keys(LANGUAGES) as Language[]).map((language) => ({
      label: LANGUAGES[language],
      lang: language,
      checked: language === LANGUAGE,
      disabled: language === LANGUAGE,
      onSelect: () => chooseLanguage(language),
    }))}
    face={
      <>
        <Icon name="globe" />
        {LANGUAGES[LANGUAGE]}
      </>
    }
  />
);
