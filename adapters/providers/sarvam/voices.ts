/** Speakers of each model. The newest has two hundred personas, of which a few are listed. */
export const SARVAM_VOICES = {
  'bulbul:v3': words(
    'shubh aditya ritu priya neha rahul pooja rohan simran kavya amit dev ishita shreya ratan varun manan sumit roopa ' +
      'kabir aayan ashutosh advait anand tanya tarun sunny mani gokul vijay shruti suhani mohit kavitha rehan soham rupali',
  ),
  'bulbul:v4-flash': words('shubh_enhi_ads simran_en_customer kavya_hi_conversational'),
  'bulbul:v2': words('anushka manisha vidya arya abhilash karun hitesh'),
} as const;

function words(list: string): readonly string[] {
  return list.split(' ');
}
