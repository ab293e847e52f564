import { choice, text } from '../../../domain/providers/fields.ts';
import { localeCodes } from '../language-codes.ts';

/** Field for the region of Azure's speech service. */
export const region = () =>
  choice(
    [
      'eastus',
      'eastus2',
      'westus',
      'westus2',
      'westus3',
      'centralus',
      'northcentralus',
      'southcentralus',
      'westcentralus',
      'canadacentral',
      'brazilsouth',
      'northeurope',
      'westeurope',
      'uksouth',
      'francecentral',
      'germanywestcentral',
      'italynorth',
      'norwayeast',
      'swedencentral',
      'switzerlandnorth',
      'switzerlandwest',
      'southafricanorth',
      'uaenorth',
      'qatarcentral',
      'centralindia',
      'eastasia',
      'southeastasia',
      'japaneast',
      'japanwest',
      'koreacentral',
      'australiaeast',
    ],
    { default: 'eastus', description: 'Where your speech resource is.' },
  );

/** Hosts of regions and of resources with custom domains: https://learn.microsoft.com/azure/ai-services/speech-service/regions */
export const AZURE_SPEECH_HOSTS = [
  '*.stt.speech.microsoft.com',
  '*.tts.speech.microsoft.com',
  '*.cognitiveservices.azure.com',
];

/** Field for a private endpoint. */
export const ownEndpoint = () =>
  text({
    format: 'uri',
    allow_custom_input: true,
    description: 'Instead of the region: a private endpoint of your own.',
  });

/** Azure's locales. A language without a region maps to its first locale. */
export const AZURE_LANGUAGES = localeCodes(
  'af-ZA am-ET ar-AE ar-EG ar-MA ar-QA ar-SA as-IN az-AZ bg-BG bn-IN bn-BD bs-BA ca-ES cs-CZ cy-GB da-DK de-DE de-AT ' +
    'de-CH el-GR en-US en-AU en-CA en-GB en-IE en-IN en-NZ en-PH en-SG en-ZA es-ES es-AR es-CL es-CO es-MX es-US et-EE ' +
    'eu-ES fa-IR fi-FI fil-PH fr-FR fr-BE fr-CA fr-CH ga-IE gl-ES gu-IN he-IL hi-IN hr-HR hu-HU hy-AM id-ID is-IS it-IT ' +
    'ja-JP jv-ID ka-GE kk-KZ km-KH kn-IN ko-KR lo-LA lt-LT lv-LV mk-MK ml-IN mn-MN mr-IN ms-MY mt-MT my-MM ne-NP nl-NL ' +
    'nl-BE or-IN pa-IN pl-PL pt-PT pt-BR ro-RO ru-RU si-LK sk-SK sl-SI so-SO sq-AL sr-RS su-ID sv-SE sw-KE ta-IN te-IN ' +
    'th-TH tr-TR uk-UA ur-IN ur-PK uz-UZ vi-VN yue-CN zh-CN zh-TW zu-ZA',
  // Azure uses this code for Cantonese, other vendors for Mandarin.
  { no: 'nb-NO', 'es-419': 'es-MX', 'zh-HK': '' },
);
